import { useState } from 'preact/hooks';
import type { Message, Attachment } from '../types';
import { Icon } from './icons';
import { fileSize } from '../format';

/** Checks that the address is on the sandbox itself; nothing else is loaded. */
function isOwn(url: string | undefined): url is string {
	return url !== undefined && url.startsWith('/');
}

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

const FOLDED_AT = 500;

/** The contents of a message, without its buttons. */
export function MessageContent({ message }: { message: Message }) {
	return (
		<>
			{message.attachments.map((attachment, index) => (
				<AttachmentView key={index} attachment={attachment} />
			))}
			{message.contact && (
				<div class="contact-card">
					<Icon name="contact" />
					<span>
						<strong dir="auto">{message.contact.name || 'Contact'}</strong>
						<bdi>{message.contact.phone}</bdi>
					</span>
				</div>
			)}
			{message.location && (
				<div class="contact-card">
					<Icon name="pin" />
					<span>
						<strong>Location</strong>
						{message.location.latitude.toFixed(4)}, {message.location.longitude.toFixed(4)}
					</span>
				</div>
			)}
			{message.text ? <Text text={message.text} /> : null}
			{!message.text && message.templateId && <span class="text muted">Template {message.templateId}</span>}
		</>
	);
}

/** The text of a message: addresses become links, very long texts are folded. */
function Text({ text }: { text: string }) {
	const [folded, setFolded] = useState(text.length > FOLDED_AT * 1.3);
	const visible = folded ? `${[...text].slice(0, FOLDED_AT).join('')}…` : text;
	return (
		<>
			<span class="text" dir="auto">
				{visible.split(/(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)])/).map((part, index) =>
					index % 2 === 1 ? (
						<a key={index} href={part} target="_blank" rel="noopener noreferrer">
							{part}
						</a>
					) : (
						part
					),
				)}
			</span>
			{folded && (
				<button type="button" class="unfold" onClick={() => setFolded(false)}>
					Show all {text.length.toLocaleString('en')} characters
				</button>
			)}
		</>
	);
}
