import { useId, useState } from 'preact/hooks';
import { PLAYS_ALONE, SCENES, WAYS, type Way } from '../../../scenes';
import { stepText } from '../scenePlayer';
import { useSimulator } from '../state/simulator';
import { Dialog } from './Dialog';
import { Icon } from './icons';

const isWay = (value: string): value is Way => value in WAYS;

export function ScenesButton() {
	const { state, play } = useSimulator();
	const [choosing, setChoosing] = useState(false);
	const way = useId();
	const ways = Object.entries(WAYS).filter(([key]) => key !== 'restart' || state.info?.restartsN8n);
	const choose = async (fields: Record<string, string>) => {
		const scene = SCENES.find(({ example }) => example === fields.scene);
		const { way: chosen = '' } = fields;
		if (scene) play(scene, isWay(chosen) ? chosen : 'asWritten');
		return await Promise.resolve(scene !== undefined);
	};
	return (
		<>
			<button type="button" class="button subtle" onClick={() => setChoosing(true)}>
				Scenes
			</button>
			{choosing && (
				<Dialog title="Play a scene" onClose={() => setChoosing(false)} onConfirm={choose}>
					<p class="dialog-lead">
						Each scene shows what one example does. Publish the example in n8n first. If it isn't there,{' '}
						<code>npm start -- --recipe echo-bot</code> imports it.
					</p>
					{state.loaded && state.webhooks.length === 0 && <p class="scene-warning">No workflow is published yet.</p>}
					<label for={way}>How</label>
					<select id={way} name="way">
						{ways.map(([key, label]) => (
							<option key={key} value={key}>
								{label}
							</option>
						))}
					</select>
					<ul class="scenes" aria-label="Scenes">
						{SCENES.map(({ example, title }) => (
							<li key={example}>
								<button
									type="submit"
									name="scene"
									value={example}
									disabled={example !== PLAYS_ALONE && state.webhooks.length === 0}
								>
									<Icon name="play" size={16} />
									<span>
										{title}
										<code>{example}</code>
									</span>
								</button>
							</li>
						))}
					</ul>
				</Dialog>
			)}
		</>
	);
}

export function SceneBar() {
	const { progress, play, leaveScene } = useSimulator();
	if (!progress) return null;
	const { scene, way, done, failure } = progress;
	const step = scene.steps[done];
	const isOver = failure !== undefined || step === undefined;
	return (
		<section class={`scene-bar${failure === undefined ? '' : ' scene-failed'}`} aria-label="Scene">
			<span class="scene-text" role="status">
				<strong>
					{scene.title}
					{way !== 'asWritten' && ` · ${WAYS[way]}`}
				</strong>
				<span>{failure ?? (step ? `${done + 1} of ${scene.steps.length}: ${stepText(step)}` : 'Played to its end.')}</span>
			</span>
			{isOver && (
				<button type="button" class="button subtle" onClick={() => play(scene, way)}>
					Play again
				</button>
			)}
			<button type="button" class="button subtle" onClick={leaveScene}>
				{isOver ? 'Close' : 'Stop'}
			</button>
		</section>
	);
}
