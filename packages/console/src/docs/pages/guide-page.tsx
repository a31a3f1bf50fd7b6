import { getRouteApi } from '@tanstack/react-router';
import type { DocumentPage } from '../text/contents.ts';
import { DocsLink } from '../text/docs-link.tsx';
import { WORDS } from '../text/docs-words.ts';
import { DocumentTree } from './document-tree.tsx';
import classes from './guide-page.module.css';

const route = getRouteApi('/guide/$' as never);

/** One document, with the list of its sections where there is room for it. */
export function GuidePage() {
  const { title, headings, tree } = route.useLoaderData() as DocumentPage;
  const sections = headings.filter(({ level }) => level === 2 || level === 3);
  return (
    <>
      <title>{`${title} - Cardwright`}</title>
      <div className={classes.page}>
        <article className={classes.text}>
          <DocumentTree nodes={tree} />
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
