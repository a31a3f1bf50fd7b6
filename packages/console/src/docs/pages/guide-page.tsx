import { menu } from 'virtual:docs-outline';
import { getRouteApi } from '@tanstack/react-router';
import type { DocumentPage } from '../text/contents.ts';
import { DocsLink } from '../text/docs-link.tsx';
import { WORDS } from '../text/docs-words.ts';
import { DocumentTree } from './document-tree.tsx';
import classes from './guide-page.module.css';

const route = getRouteApi('/guide/$' as never);

const pages = menu.flatMap((group) => group.pages);

/** Shows one document with links to the previous and next page, and a list of its sections if there is room. */
export function GuidePage() {
  const { _splat = '' } = route.useParams() as { readonly _splat?: string };
  const { title, headings, tree } = route.useLoaderData() as DocumentPage;
  const sections = headings.filter(({ level }) => level === 2 || level === 3);
  return (
    <>
      <title>{`${title} - Cardwright`}</title>
      <div className={classes.page}>
        <article className={classes.text}>
          <DocumentTree nodes={tree} />
          <NeighborPages page={_splat.replace(/\.html$/, '')} />
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

/** Links to the previous and the next page of the contents. */
function NeighborPages({ page }: { page: string }) {
  const at = pages.findIndex((each) => each.page === page);
  const previous = at > 0 ? pages[at - 1] : undefined;
  const next = pages[at + 1];
  return (
    <nav className={classes.neighbors} aria-label={WORDS.neighbors}>
      {previous && (
        <DocsLink to={`/guide/${previous.page}`}>
          <span className={classes.direction}>{WORDS.previous}</span>
          {previous.text}
        </DocsLink>
      )}
      {next && (
        <DocsLink to={`/guide/${next.page}`} className={classes.next}>
          <span className={classes.direction}>{WORDS.next}</span>
          {next.text}
        </DocsLink>
      )}
    </nav>
  );
}
