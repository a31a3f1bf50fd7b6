import type { MerchantVersion } from '@cardwright/contract';
import type { Static } from 'typebox';
import { ChangeArrow } from '../../parts/decision/change-arrow.tsx';
import { useAmendmentNames } from '../../parts/merchant/amendment-words.ts';
import { useMerchantValue } from '../../parts/merchant/merchant-value.ts';
import { usePathLabel } from '../../parts/merchant/path-label.ts';
import { Panel } from '../../parts/page/panel.tsx';
import { PersonName } from '../../parts/value/person-name.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import classes from './application.module.css';

/** Lists the versions of the merchant since boarding, newest first. */
export function VersionPanel({ versions }: { versions: readonly Static<typeof MerchantVersion>[] }) {
  const { t } = useWords();
  const { subject } = useSession();
  const pathLabel = usePathLabel();
  const valueLabel = useMerchantValue();
  const amendmentNames = useAmendmentNames();
  return (
    <Panel title={t('versions.title')}>
      <ol className={classes.steps}>
        {versions.map(({ version, at, by, amendments, changes, moreChanges = 0 }) => (
          <li key={version}>
            <span className={classes.hitHead}>
              <strong>{t('versions.one', { count: version })}</strong>
              <span>{amendments.length === 0 ? t('merchants.boarding') : amendmentNames(amendments)}</span>
            </span>
            <span className={classes.second}>
              <Time at={at} /> · <PersonName by={by} subject={subject} />
            </span>
            {changes.map(({ path, from, to }) => (
              <span key={path} className={classes.sentence}>
                {pathLabel(path)}: <bdi>{valueLabel(path, from)}</bdi>
                <ChangeArrow />
                <bdi>{valueLabel(path, to)}</bdi>
              </span>
            ))}
            {moreChanges > 0 && <span className={classes.second}>{t('changes.more', { count: moreChanges })}</span>}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
