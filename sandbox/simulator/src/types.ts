import type { comparison } from '../../control/comparison';
import type { channelView, chatView, deliveryView, messageView, snapshot, webhookView } from '../../control/views';
import type { DecodedToken } from '../../core/records';
import type { addressesOf } from '../../http/requests';

/** The shapes of sandbox/README.md, "The snapshot" and "The live feed", as the sandbox makes them. */
export type Channel = ReturnType<typeof channelView>;
export type Chat = ReturnType<typeof chatView>;
export type Message = ReturnType<typeof messageView>;
export type Attachment = Message['attachments'][number];
export type Button = Message['buttons'][number];
export type Press = Message['presses'][number];
export type Delivery = ReturnType<typeof deliveryView>;
export type Attempt = Delivery['attempts'][number];
export type Webhook = ReturnType<typeof webhookView>;
export type Info = Omit<ReturnType<typeof addressesOf>, 'apiToken'>;
export type Snapshot = ReturnType<typeof snapshot<Info>>;
export type Fault = Snapshot['faults'][number];
export type Compared = ReturnType<typeof comparison>[number];
/** The content of a delivery: the body's text and, for each attempt, the token's decoded parts without the signature. */
export type DeliveryDetail = { body: string; attempts: { token?: DecodedToken }[] };
