/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development only: this file is never part of the published package */
import { Contrib, Enums, Models, Serialize, Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PackageURL } from 'packageurl-js';
import parseLicence from 'spdx-expression-parse';
import { z } from 'zod';
import { ROOT } from '../sandbox/demo/paths';
import { type Library, bundledLibraries, readInputs } from './bundled';

const SPEC = Spec.Spec1dot6;

const HASHES: Record<string, Enums.HashAlgorithm> = {
	sha1: Enums.HashAlgorithm['SHA-1'],
	sha256: Enums.HashAlgorithm['SHA-256'],
	sha512: Enums.HashAlgorithm['SHA-512'],
};

const manifestSchema = z.object({ name: z.string(), version: z.string(), license: z.string(), description: z.string() });

const purlOf = (name: string, version: string) => {
	const [last = name, namespace] = name.split('/').reverse();
	return new PackageURL('npm', namespace, last, version, undefined, undefined).toString();
};

const licences = new Contrib.License.Factories.LicenseFactory(parseLicence);

function licenceOf(expression: string): Models.LicenseRepository {
	return new Models.LicenseRepository([licences.makeFromString(expression)]);
}

function componentOf({ name, version, licence, homepage, integrity }: Library): Models.Component {
	const purl = purlOf(name, version);
	const [algorithm = '', digest = ''] = integrity.split('-');
	const hash = HASHES[algorithm];
	if (hash === undefined) throw new Error(`${name}: ${algorithm} isn't a checksum that an SBOM can state`);
	const references = homepage === undefined ? [] : [new Models.ExternalReference(homepage, Enums.ExternalReferenceType.Website)];
	return new Models.Component(Enums.ComponentType.Library, name, {
		version,
		purl,
		bomRef: purl,
		scope: Enums.ComponentScope.Required,
		licenses: licenceOf(licence),
		hashes: new Models.HashDictionary([[hash, Buffer.from(digest, 'base64').toString('hex')]]),
		externalReferences: new Models.ExternalReferenceRepository(references),
	});
}

/**
 * Lists what the published files are made of, as CycloneDX 1.6. The same build gives the same text: it has no time and no random
 * number in it.
 *
 * @param manifest name, version, license and description of this package
 * @param libraries what is bundled
 * @returns JSON
 * @throws Error when the result isn't valid CycloneDX
 */
export async function sbomOf(manifest: unknown, libraries: Library[]): Promise<string> {
	const { name, version, license, description } = manifestSchema.parse(manifest);
	const purl = purlOf(name, version);
	const components = libraries.map(componentOf);
	const main = new Models.Component(Enums.ComponentType.Library, name, {
		version,
		description,
		purl,
		bomRef: purl,
		licenses: licenceOf(license),
	});
	for (const { bomRef } of components) main.dependencies.add(bomRef);
	const bom = new Models.Bom({
		metadata: new Models.Metadata({ component: main }),
		components: new Models.ComponentRepository(components),
	});
	const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(SPEC));
	const json = serializer.serialize(bom, { sortLists: true, space: '\t' });
	const problem = await new Validation.JsonStrictValidator(SPEC.version).validate(json);
	if (problem !== null) throw new Error(`This isn't valid CycloneDX: ${JSON.stringify(problem)}`);
	return `${json}\n`;
}

/** `npm run sbom`: after a build, writes sbom.cdx.json into the folder that is named, or into the repository's. */
async function main(): Promise<void> {
	const manifest: unknown = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
	const libraries = await bundledLibraries(await readInputs());
	const file = path.join(path.resolve(process.argv[2] ?? ROOT), 'sbom.cdx.json');
	await writeFile(file, await sbomOf(manifest, libraries));
	process.stdout.write(`${file}: ${libraries.map(({ name, version }) => `${name} ${version}`).join(', ')}\n`);
}

if (require.main === module) void main();
