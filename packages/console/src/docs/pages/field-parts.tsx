import type { FieldPart } from '../text/contents.ts';
import { WORDS } from '../text/docs-words.ts';
import { anchorOfField } from '../text/field-anchor.ts';
import { InlineText } from '../text/inline-text.tsx';
import classes from './field-parts.module.css';

interface Parts {
  readonly title: string;
  readonly parts: readonly FieldPart[];
  /** Fields whose anchor is elsewhere on the page. */
  readonly anchored?: ReadonlySet<string>;
}

/** Lists the fields of a request or a response one below the other, because a table would be too wide for a phone. */
export function FieldParts({ title, parts, anchored = new Set() }: Parts) {
  return (
    <section aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {parts.length === 0 && <p>{WORDS.fieldsNone}</p>}
      {parts.map((part) => (
        <div key={part.title}>
          {part.title !== '' && <h3 className={classes.part}>{part.title}</h3>}
          <ul className={classes.list}>
            {part.rows.map((row) => (
              <li
                key={row.field}
                className={classes.row}
                {...(!anchored.has(row.field) && { id: anchorOfField(row.field) })}
              >
                <p className={classes.head}>
                  <code className={classes.name}>{row.field}</code>
                  {row.required !== 'no' && (
                    <span className={classes.required}>
                      {WORDS.required.toLowerCase()}
                      {row.required !== 'yes' && <InlineText text={` ${row.required}`} />}
                    </span>
                  )}
                  <span className={classes.type}>
                    <InlineText text={row.type} />
                  </span>
                  {row.length !== '' && (
                    <span className={classes.type}>
                      {WORDS.length.toLowerCase()} {row.length}
                    </span>
                  )}
                </p>
                {row.meaning !== '' && (
                  <p className={classes.meaning}>
                    <InlineText text={row.meaning} />
                  </p>
                )}
                {row.also !== '' && (
                  <p className={classes.also}>
                    {WORDS.also}: <InlineText text={row.also} />
                  </p>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
