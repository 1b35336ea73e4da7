import { render } from 'preact';
import { App } from './parts/App';
import { applyTheme, storedTheme } from './storage';
import './styles/index.css';

applyTheme(storedTheme());
const root = document.getElementById('app');
if (root) render(<App />, root);
