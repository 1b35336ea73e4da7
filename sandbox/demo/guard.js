/**
 * Loaded into n8n before n8n itself. Ends n8n and what it started when the process that started it is gone without
 * having stopped it (killed, crashed, terminal closed): no n8n is ever left behind.
 */
process.on('disconnect', () => {
	// Nobody reads n8n's output any more: writing it must not get in the way of its end.
	for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
	process.kill(process.pid, 'SIGTERM');
	setTimeout(() => process.kill(-process.pid, 'SIGKILL'), 3_000);
});
