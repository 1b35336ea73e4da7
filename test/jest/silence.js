/** n8n logs failed nodes; tests look at what a node puts out instead. */
process.env.N8N_LOG_LEVEL ??= 'silent';
