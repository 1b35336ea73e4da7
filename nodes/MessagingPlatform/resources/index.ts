import { guarded } from '../agent/reach';
import { chainAction } from './chainAction';
import { channel } from './channel';
import { chat } from './chat';
import { file } from './file';
import { memo } from './memo';
import { message } from './message';
import { preparedMessage } from './preparedMessage';
import { tag } from './tag';
import { webhook } from './webhook';
import { widget } from './widget';

/** The resources of the node, by name, and the one that few need last; each lists its own operations. */
export const resources = guarded([channel, chat, file, message, memo, preparedMessage, tag, webhook, widget, chainAction]);
