import { ACCOUNT, newMessage } from '../../../../helpers/deliveries';
import { withBody, type HostileDelivery } from './builders';

/** Bodies that aren't an event, or not one of the account that the token is for. */
export const BODIES: HostileDelivery[] = [
	{
		name: "another account's event",
		make: withBody(newMessage({}, { accountId: 'another-account' })),
		code: 'subject',
	},
	{
		name: "another account's event, the account twice",
		make: withBody(`{"accountId":"${ACCOUNT}","id":"1","name":"new_message","accountId":"other"}`),
		code: 'subject',
	},
	{
		name: 'a body without an account',
		make: withBody('{"id":"1","name":"new_message"}'),
		code: 'not_an_event',
		status: 400,
	},
	{
		name: 'an account by way of __proto__',
		make: withBody(`{"id":"1","name":"new_message","__proto__":{"accountId":"${ACCOUNT}"}}`),
		code: 'not_an_event',
		status: 400,
	},
	{
		name: 'a body without a name',
		make: withBody(`{"id":"1","accountId":"${ACCOUNT}"}`),
		code: 'not_an_event',
		status: 400,
	},
	{
		name: 'a name that is a list',
		make: withBody(`{"id":"1","name":["new_message"],"accountId":"${ACCOUNT}"}`),
		code: 'not_an_event',
		status: 400,
	},
	{
		name: 'an id that is an object',
		make: withBody(`{"id":{},"name":"new_message","accountId":"${ACCOUNT}"}`),
		code: 'not_an_event',
		status: 400,
	},
	{ name: 'a list of events', make: withBody(`[${newMessage()}]`), code: 'not_an_event', status: 400 },
	{ name: 'a body that is a number', make: withBody('42'), code: 'not_an_event', status: 400 },
	{ name: 'a body that is null', make: withBody('null'), code: 'not_an_event', status: 400 },
	{
		name: 'a body nested 5,000 deep',
		make: withBody(`${'['.repeat(5_000)}${']'.repeat(5_000)}`),
		code: 'body_not_json',
		status: 400,
	},
	{
		name: 'a body that is not UTF-8',
		make: withBody(Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])),
		code: 'body_not_json',
		status: 400,
	},
	{ name: 'an empty body', make: withBody(''), code: 'body_empty', status: 400 },
	{
		name: 'a body of 5 MB',
		make: withBody(newMessage({ text: 'a'.repeat(5_000_000) })),
		code: 'body_too_large',
		status: 503,
	},
	{
		name: 'no content type',
		make: (platform) => ({ body: newMessage(), headers: { authorization: `JWT ${platform.token()}` } }),
		code: 'content_type',
		status: 400,
	},
	{
		name: 'text/plain',
		make: withBody(newMessage(), { 'content-type': 'text/plain' }),
		code: 'content_type',
		status: 400,
	},
	{
		name: 'a form',
		make: withBody('name=new_message', { 'content-type': 'application/x-www-form-urlencoded' }),
		code: 'content_type',
		status: 400,
	},
	{
		name: 'XML',
		make: withBody('<event/>', { 'content-type': 'application/xml' }),
		code: 'content_type',
		status: 400,
	},
	{
		name: 'a content type that begins alike',
		make: withBody(newMessage(), { 'content-type': 'application/jsonp' }),
		code: 'content_type',
		status: 400,
	},
];
