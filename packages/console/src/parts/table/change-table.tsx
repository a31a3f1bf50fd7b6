import type { ReactNode } from 'react';
import { useWords } from '../../words/language.ts';
import classes from './change-table.module.css';

/** A changed member with its old and its new value, as text. */
export interface ChangedMember {
  readonly key: string;
  readonly name: ReactNode;
  readonly before: string;
  readonly after: string;
}

/** Lists changed members with their old and new values. Renders nothing if none changed. */
export function ChangeTable({ heading, members }: { heading: string; members: readonly ChangedMember[] }) {
  const { t } = useWords();
  if (members.length === 0) return null;
  return (
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          <th scope="col">{t('audit.before')}</th>
          <th scope="col">{t('audit.after')}</th>
        </tr>
      </thead>
      <tbody>
        {members.map(({ key, name, before, after }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>
              <bdi>{before}</bdi>
            </td>
            <td>
              <bdi>{after}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
