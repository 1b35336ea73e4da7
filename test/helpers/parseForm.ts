/**
 * Reads a form (multipart/form-data) as n8n does.
 *
 * @param contentType the request's header
 * @param body its bytes
 * @returns fields and files; of what is there once the value itself, else a list; undefined for anything but such a form
 */
export async function parseForm(contentType: string | undefined, body: Buffer): Promise<object | undefined> {
	if (contentType?.startsWith('multipart/form-data') !== true) return undefined;
	const data: Record<string, unknown> = {};
	const files: Record<string, unknown> = {};
	const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
	for (const name of new Set(form.keys())) {
		const values = form.getAll(name);
		const to = values.some((value) => typeof value !== 'string') ? files : data;
		to[name] = values.length === 1 ? values[0] : values;
	}
	return { data, files };
}
