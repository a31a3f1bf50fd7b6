// No fonts are loaded: those of the reader's system are there at once.
import Theme from 'vitepress/theme-without-fonts';
import './site.css';

export default Theme;
