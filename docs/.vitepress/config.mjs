import { defineConfig } from 'vitepress';
import { anchorOf } from '../../scripts/docs-pages.mjs';
import { MENU } from '../menu.mjs';
import { fileNames } from './file-names.mjs';
import { repositoryLinks } from './repository-links.mjs';

/** The documents as a site of files, for a web server of one's own. A gateway shows the same documents at /docs. */
export default defineConfig({
  title: 'Cardwright',
  description: 'Self-hosted card issuing, card control and merchant onboarding gateway',
  lang: 'en',
  base: process.env.DOCS_BASE ?? '/',
  srcExclude: ['**/node_modules/**'],
  cacheDir: '../.cache/docs',
  outDir: '.vitepress/dist',
  // links hold also where a file server knows nothing of rewritten paths
  cleanUrls: false,
  metaChunk: true,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    anchor: { slugify: anchorOf },
    headers: { level: [2, 3] },
    // WCAG AA: the default light theme has comments of 4.0:1
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => {
      md.use(repositoryLinks);
      md.use(fileNames);
    },
  },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/' },
      { text: 'Reference', link: '/interface' },
      { text: 'Glossary', link: '/glossary' },
    ],
    sidebar: MENU,
    outline: [2, 3],
    search: { provider: 'local', options: { detailedView: true } },
    externalLinkIcon: true,
    docFooter: { prev: 'Before', next: 'Next' },
  },
});
