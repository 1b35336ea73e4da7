/**
 * Loaded into n8n before n8n itself. Ends n8n when the process that started it is gone without having stopped it
 * (killed, crashed, terminal closed): no n8n is ever left behind.
 */
process.on('disconnect', () => {
	process.kill(process.pid, 'SIGTERM');
	setTimeout(() => process.kill(process.pid, 'SIGKILL'), 15_000).unref();
});
