/** Sample files that the page makes itself, so that no one needs to look for one and nothing is loaded from a network. */

const PICTURE_SIZE = { width: 960, height: 720 };

function drawTulip(canvas: CanvasRenderingContext2D, x: number, y: number, size: number, color: string): void {
	canvas.strokeStyle = '#2f7d4f';
	canvas.lineWidth = size * 0.12;
	canvas.beginPath();
	canvas.moveTo(x, y);
	canvas.quadraticCurveTo(x + size * 0.2, y + size * 1.6, x, y + size * 3.4);
	canvas.stroke();
	canvas.fillStyle = '#3c9963';
	canvas.beginPath();
	canvas.ellipse(x + size * 0.55, y + size * 2.2, size * 0.22, size * 1.1, 0.5, 0, Math.PI * 2);
	canvas.fill();
	canvas.fillStyle = color;
	for (const lean of [-0.42, 0, 0.42]) {
		canvas.beginPath();
		canvas.ellipse(x + lean * size, y - size * 0.1, size * 0.42, size * 0.95, lean * 0.6, 0, Math.PI * 2);
		canvas.globalAlpha = lean === 0 ? 1 : 0.82;
		canvas.fill();
	}
	canvas.globalAlpha = 1;
}

export async function samplePicture(): Promise<File> {
	const element = document.createElement('canvas');
	Object.assign(element, PICTURE_SIZE);
	const canvas = element.getContext('2d');
	if (!canvas) throw new Error("This browser can't draw. Choose an image of your own.");
	const sky = canvas.createLinearGradient(0, 0, 0, PICTURE_SIZE.height);
	sky.addColorStop(0, '#fde7d6');
	sky.addColorStop(1, '#f6c9c4');
	canvas.fillStyle = sky;
	canvas.fillRect(0, 0, PICTURE_SIZE.width, PICTURE_SIZE.height);
	const colors = ['#e4475b', '#f2a33a', '#b04fc0', '#e86f9b', '#d8354a'];
	colors.forEach((color, index) => {
		drawTulip(canvas, 160 + index * 160, 330 - (index % 2) * 90, 92 + (index % 3) * 10, color);
	});
	const blob = await new Promise<Blob | null>((resolve) => element.toBlob(resolve, 'image/png'));
	if (!blob) throw new Error("This browser can't make a PNG. Choose an image of your own.");
	return new File([blob], 'tulips.png', { type: 'image/png' });
}

const RATE_HZ = 16_000;
const MELODY_HZ = [523.25, 659.25, 783.99, 1046.5];
const NOTE_SECONDS = 0.4;

/** Makes a short melody that stands for a voice message: 16-bit PCM, mono, 16 kHz, 1.6 s. */
export function sampleVoice(): File {
	const count = RATE_HZ * NOTE_SECONDS * MELODY_HZ.length;
	const samples = Int16Array.from({ length: count }, (_, at) => {
		const seconds = at / RATE_HZ;
		const note = MELODY_HZ[Math.floor(seconds / NOTE_SECONDS)] ?? 0;
		const fade = 1 - (seconds % NOTE_SECONDS) / NOTE_SECONDS;
		return Math.sin(2 * Math.PI * note * seconds) * fade * 9000;
	});
	// The header of a WAV file, as four bytes per number: sizes, one channel of PCM, the rate, two bytes per sample.
	const format = [16, 0x0001_0001, RATE_HZ, RATE_HZ * 2, 0x0010_0002];
	const [chunk, size] = [(...numbers: number[]) => new Uint32Array(numbers), samples.byteLength];
	const header = ['RIFF', chunk(36 + size), 'WAVEfmt ', chunk(...format), 'data', chunk(size)];
	return new File([...header, samples], 'voice-message.wav', { type: 'audio/wav' });
}

/** Makes a small order form: a CSV file in UTF-8. */
export function sampleDocument(): File {
	const rows = ['flower,color,pieces', 'tulip,red,15', 'rose,white,7', 'пион,розовый,3'];
	return new File([`${rows.join('\n')}\n`], 'order.csv', { type: 'text/csv' });
}

/** The attachment kind of the specification that fits a file's MIME type. */
export function kindOf(file: File): string {
	const [family] = file.type.split('/');
	return family === 'image' || family === 'audio' || family === 'video' ? family : 'document';
}
