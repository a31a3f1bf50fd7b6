import { DocsLink } from '../text/docs-link.tsx';
import { WORDS } from '../text/docs-words.ts';
import classes from './page-links.module.css';

export interface PageLink {
  readonly to: string;
  readonly text: string;
}

/** Links to the previous and the next page of a list, such as the contents. */
export function PageLinks({ pages, here }: { pages: readonly PageLink[]; here: string }) {
  const at = pages.findIndex(({ to }) => to === here);
  const previous = at > 0 ? pages[at - 1] : undefined;
  const next = at < 0 ? undefined : pages[at + 1];
  return (
    <nav className={classes.neighbors} aria-label={WORDS.neighbors}>
      {previous && (
        <DocsLink to={previous.to}>
          <span className={classes.direction}>{WORDS.previous}</span>
          {previous.text}
        </DocsLink>
      )}
      {next && (
        <DocsLink to={next.to} className={classes.next}>
          <span className={classes.direction}>{WORDS.next}</span>
          {next.text}
        </DocsLink>
      )}
    </nav>
  );
}
