import { ChangeArrow } from '../../parts/decision/change-arrow.tsx';
import { useMerchantValue } from '../../parts/merchant/merchant-value.ts';
import { usePathLabel } from '../../parts/merchant/path-label.ts';
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
  const pathLabel = usePathLabel();
  const valueLabel = useMerchantValue();
  return (
    <Panel title={title}>
      {changes.length === 0 && <p className={classes.sentence}>{t('changes.none')}</p>}
      <ul className={classes.changes}>
        {changes.map(({ path, from, to }) => (
          <li key={path} data-changed={path}>
            <span className={classes.path}>{pathLabel(path)}</span>
            <del>{valueLabel(path, from)}</del>
            <ChangeArrow />
            <ins>{valueLabel(path, to)}</ins>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.second}>{t('changes.more', { count: more })}</p>}
    </Panel>
  );
}
