/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development only: this file is never part of the published package */
import type { FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import type { Context } from '../core/context';
import { type Answer, reportSchema } from '../check/report';
import { parseJson } from '../core/json';

function isAnswer({ status, shape }: Answer): boolean {
	return status !== undefined && status < 300 && shape !== undefined;
}

/**
 * Answers read-only requests as a real platform did, by a report of `npm run check:platform`. A difference that someone found can
 * then be examined without their account.
 */
export function replay(app: FastifyInstance, { options: { replay: file } }: Context): void {
	if (file === undefined) return;
	const answers = reportSchema.parse(parseJson(readFileSync(file, 'utf8'))).answers.filter(isAnswer);
	app.addHook('preHandler', async (request, reply) => {
		const { operation } = request.routeOptions.config;
		// the two bodies of the channels differ by the query alone
		const alternative = request.url.includes('v=1.0.0') ? 1 : 0;
		const answer = answers.find((one) => one.operation === operation && (one.alternative ?? 0) === alternative);
		if (request.method === 'GET' && answer?.status !== undefined) return await reply.status(answer.status).send(answer.shape);
		return undefined;
	});
}
