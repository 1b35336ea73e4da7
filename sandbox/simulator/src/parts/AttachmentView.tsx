import { fileSize } from '../format';
import type { Attachment } from '../types';
import { Icon } from './icons';

/** Checks that the address is on the sandbox itself; nothing else is loaded. */
function isOwn(url: string | undefined): url is string {
	return url !== undefined && url.startsWith('/');
}

/** A picture, sound, film or file of a message. */
export function AttachmentView({ attachment }: { attachment: Attachment }) {
	const { kind, fileName, mimeType = '', url } = attachment;
	const name = fileName ?? kind;
	if (isOwn(url) && (kind === 'image' || kind === 'sticker')) {
		return (
			<a class="picture" href={url} target="_blank" rel="noreferrer">
				<img src={url} alt={`Image ${name}`} />
			</a>
		);
	}
	if (isOwn(url) && (kind === 'voice' || kind === 'audio')) {
		return (
			<span class="sound">
				<audio controls preload="metadata" src={url} aria-label={`Audio ${name}`} />
			</span>
		);
	}
	if (isOwn(url) && kind === 'video') {
		return <video class="film" controls preload="metadata" src={url} aria-label={`Video ${name}`} />;
	}
	const details = [attachment.fileSize === undefined ? '' : fileSize(attachment.fileSize), mimeType].filter(Boolean);
	const content = (
		<>
			<span class="file-icon">
				<Icon name="document" />
			</span>
			<span>
				<strong dir="auto">{name}</strong>
				<span>{details.join(' · ')}</span>
			</span>
		</>
	);
	return isOwn(url) ? (
		<a class="file" href={url} download={name}>
			{content}
		</a>
	) : (
		<span class="file">{content}</span>
	);
}
