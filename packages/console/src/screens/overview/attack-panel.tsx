import type { AuthorizationListItem } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../parts/page/panel.tsx';
import { WriteRuleLink } from '../../parts/rule/write-rule-link.tsx';
import { Category } from '../../parts/value/category.tsx';
import { Time } from '../../parts/value/time.tsx';
import { AlertIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './overview.module.css';
import { useAttacks } from './use-attacks.ts';

/** Shows merchants with far more declines than in the same hour of the four weeks before. Usually there are none. */
export function AttackPanel({ declines }: { declines: readonly AuthorizationListItem[] }) {
  const { t } = useWords();
  const attacks = useAttacks(declines);
  if (attacks.length === 0) return null;
  return (
    <Panel title={t('attack.title')}>
      <ul className={classes.attacks}>
        {attacks.map((attack) => {
          const { merchant, name, mcc, from, to, count, before } = attack;
          return (
            <li key={merchant} className={classes.attack} data-attack={merchant}>
              <p className={classes.alarm}>
                <AlertIcon size={16} aria-hidden /> <bdi>{name}</bdi>
                <span className={classes.before}>
                  <Category code={mcc} />
                </span>
              </p>
              <p className={classes.sentence}>
                <strong>{t('attack.count', { count })}</strong> {t('attack.before', { count: before })}{' '}
                <Time at={new Date(from).toISOString()} />
              </p>
              <p className={classes.links}>
                <Link to="/authorizations" search={paymentsOf(merchant, from, to)}>
                  {t('attack.payments')}
                </Link>
                <WriteRuleLink of={{ merchantId: merchant.trimEnd() }} />
              </p>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/** The declines of the burst. The end is exclusive. */
function paymentsOf(merchant: string, from: number, to: number) {
  const iso = (at: number) => new Date(at).toISOString();
  return { state: 'DECLINED', merchant: merchant.trimEnd(), from: iso(from), to: iso(to + 1) };
}
