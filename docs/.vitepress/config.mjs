import { transformerStyleToClass } from '@shikijs/transformers';
import { defineConfig } from 'vitepress';
import { anchorOf } from './anchors.mjs';
import { fileNames } from './file-names.mjs';
import { repositoryLinks } from './repository-links.mjs';
import { NAV, SIDEBAR } from './sidebar.mjs';
import { pageWithoutInlineScripts, writeScripts, writeStylesOfCode } from './strict-pages.mjs';
import { tryItLinks } from './try-it-links.mjs';

// The server's content security policy lets a page have neither style attributes nor scripts of its own text
const codeStyles = transformerStyleToClass({ classPrefix: 'code-' });

export default defineConfig({
  title: 'Cardwright',
  description: 'Self-hosted card issuing, card control and merchant onboarding gateway',
  lang: 'en',
  base: '/docs/guide/',
  srcExclude: ['**/node_modules/**'],
  cacheDir: '../.cache/docs',
  outDir: '.vitepress/dist',
  // links hold also where a file server knows nothing of rewritten paths
  cleanUrls: false,
  metaChunk: true,
  // it would be done by a style element, which the policy refuses
  appearance: { disableTransition: false },
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    anchor: { slugify: anchorOf },
    headers: { level: [2, 3] },
    codeTransformers: [codeStyles],
    // WCAG AA: the default light theme has comments of 4.0:1
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => {
      md.use(repositoryLinks);
      md.use(tryItLinks);
      md.use(fileNames);
    },
  },
  themeConfig: {
    nav: NAV,
    sidebar: SIDEBAR,
    outline: [2, 3],
    search: { provider: 'local', options: { detailedView: true } },
    externalLinkIcon: true,
    docFooter: { prev: 'Before', next: 'Next' },
  },
  transformHtml: pageWithoutInlineScripts,
  async buildEnd({ outDir }) {
    await writeStylesOfCode(outDir, codeStyles.getCSS());
    await writeScripts(outDir);
  },
});
