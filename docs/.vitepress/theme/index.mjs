// No fonts are loaded: those of the reader's system are there at once.
import Theme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './site.css';

/** Out of the site, to /docs of the same server: links of the menu begin at the site's own path. */
const tryIt = () => h('a', { href: '/docs', target: '_self', class: 'try-it-nav' }, 'Try it');

export default {
  extends: Theme,
  Layout: () => h(Theme.Layout, null, { 'nav-bar-content-after': tryIt, 'nav-screen-content-after': tryIt }),
};
