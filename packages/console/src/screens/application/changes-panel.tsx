import { ChangeArrow } from '../../parts/decision/change-arrow.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { useWords } from '../../words/language.ts';
import classes from './application.module.css';

interface Change {
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** Lists the changed fields with their old and new values. */
export function ChangesPanel({
  title,
  changes,
  more = 0,
}: {
  title: string;
  changes: readonly Change[];
  more?: number;
}) {
  const { t } = useWords();
  return (
    <Panel title={title}>
      {changes.length === 0 && <p className={classes.said}>{t('changes.none')}</p>}
      <ul className={classes.changes}>
        {changes.map(({ path, from, to }) => (
          <li key={path} data-changed={path}>
            <bdi dir="ltr" className={classes.path}>
              {path}
            </bdi>
            <del>{shown(from, t('changes.nothing'))}</del>
            <ChangeArrow />
            <ins>{shown(to, t('changes.nothing'))}</ins>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.second}>{t('changes.more', { count: more })}</p>}
    </Panel>
  );
}

function shown(value: unknown, nothing: string): string {
  if (value === null || value === undefined) return nothing;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
