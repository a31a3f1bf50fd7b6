import { generalErrors } from 'virtual:docs-outline';
import type { ErrorRow } from '../text/contents.ts';
import { WORDS } from '../text/docs-words.ts';
import classes from './error-list.module.css';

/** Lists the error codes of an operation with their meanings, then the errors of all operations. */
export function ErrorList({ errors, hasGeneral }: { errors: readonly ErrorRow[]; hasGeneral: boolean }) {
  return (
    <section id="errors" className={classes.errors} aria-label={WORDS.errors}>
      <h2 className={classes.title}>{WORDS.errors}</h2>
      {errors.length === 0 ? <p>{WORDS.errorsNone}</p> : <Rows errors={errors} />}
      {hasGeneral && (
        <details>
          <summary>{WORDS.errorsGeneral}</summary>
          <Rows errors={generalErrors} />
        </details>
      )}
    </section>
  );
}

function Rows({ errors }: { errors: readonly ErrorRow[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{WORDS.code}</th>
          <th scope="col">{WORDS.http}</th>
          <th scope="col">{WORDS.meaning}</th>
        </tr>
      </thead>
      <tbody>
        {errors.map(({ code, http, text, retry }) => (
          <tr key={code}>
            <td>
              <code>{code}</code>
            </td>
            <td>{http}</td>
            <td>
              {text}
              {retry && ` (${WORDS.help})`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
