import { contributorMenu, menu } from 'virtual:docs-outline';
import { getRouteApi } from '@tanstack/react-router';
import type { DocumentPage } from '../text/contents.ts';
import { DocsLink } from '../text/docs-link.tsx';
import { WORDS } from '../text/docs-words.ts';
import { CopyMarkdown } from './copy-markdown.tsx';
import { DocumentTree } from './document-tree.tsx';
import classes from './guide-page.module.css';
import { PageLinks } from './page-links.tsx';

const route = getRouteApi('/guide/$' as never);

const pages = [...menu, ...contributorMenu].flatMap((group) =>
  group.pages.map(({ page, text }) => ({ to: `/guide/${page}`, text })),
);

/** Shows one document with links to the previous and next page, and a list of its sections if there is room. */
export function GuidePage() {
  const { _splat = '' } = route.useParams() as { readonly _splat?: string };
  const { title, headings, tree } = route.useLoaderData() as DocumentPage;
  const page = _splat.replace(/\.html$/, '');
  const sections = headings.filter(({ level }) => level === 2 || level === 3);
  return (
    <>
      <title>{`${title} - Cardwright`}</title>
      <div className={classes.page}>
        <article className={classes.text}>
          <CopyMarkdown address={`/guide/${page}`} />
          <DocumentTree nodes={tree} />
          <PageLinks pages={pages} here={`/guide/${page}`} />
        </article>
        {sections.length > 1 && (
          <nav className={classes.sections} aria-label={WORDS.onThisPage}>
            <p className={classes.heading}>{WORDS.onThisPage}</p>
            <ul className={classes.list}>
              {sections.map(({ level, text, anchor }) => (
                <li key={anchor} data-level={level}>
                  <DocsLink to={`.#${anchor}`}>{text}</DocsLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </>
  );
}
