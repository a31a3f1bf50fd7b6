import { useDeferredValue } from 'react';
import { useOption, useReadiness } from '../../parts/palette/palette-context.ts';
import type { SearchEntry } from '../text/contents.ts';
import { DocsLink } from '../text/docs-link.tsx';
import { WORDS } from '../text/docs-words.ts';
import classes from './docs-search.module.css';
import { searchDocuments } from './search-documents.ts';

/** The results of the search. This module loads together with the search index. */
export function DocsSearch({ typed }: { typed: string }) {
  const query = useDeferredValue(typed);
  const results = query.trim() === '' ? [] : searchDocuments(query);
  useReadiness(query !== typed);
  if (query.trim() === '' || query.trim() === '?') return <p className={classes.about}>{WORDS.searchStart}</p>;
  return (
    <>
      <div role="listbox" className={classes.list} aria-label={WORDS.found} aria-busy={query !== typed}>
        {results.map((entry, at) => (
          <Result key={`${entry.address} ${entry.title}`} entry={entry} id={`found-${at}`} />
        ))}
      </div>
      {results.length === 0 && <p className={classes.about}>{WORDS.nothing}</p>}
    </>
  );
}

function Result({ entry: { address, title, within, kind, text }, id }: { entry: SearchEntry; id: string }) {
  return (
    <DocsLink {...useOption(id)} to={address} className={classes.item} data-found={kind}>
      <span className={classes.title}>
        {title} <span className={classes.within}>{within}</span>
      </span>
      <span className={classes.text}>{text}</span>
    </DocsLink>
  );
}
