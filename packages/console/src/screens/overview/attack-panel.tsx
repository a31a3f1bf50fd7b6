import type { DeclineBurst } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../parts/page/panel.tsx';
import { WriteRuleLink } from '../../parts/rule/write-rule-link.tsx';
import { Category } from '../../parts/value/category.tsx';
import { Time } from '../../parts/value/time.tsx';
import { AlertIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './overview.module.css';

/** Shows merchants with far more declines than in the same hour of the four weeks before. Usually there are none. */
export function AttackPanel({ attacks }: { attacks: readonly DeclineBurst[] }) {
  const { t } = useWords();
  if (attacks.length === 0) return null;
  return (
    <Panel title={t('attack.title')}>
      <ul className={classes.attacks}>
        {attacks.map((attack) => {
          const { merchant, mcc, from, to, declined, declined_before: before } = attack;
          return (
            <li key={merchant} className={classes.attack} data-attack={merchant}>
              <p className={classes.alarm}>
                <AlertIcon size={16} aria-hidden /> <bdi>{attack.merchant_name_location}</bdi>
                <span className={classes.before}>
                  <Category code={mcc} />
                </span>
              </p>
              <p className={classes.sentence}>
                <strong>{t('attack.count', { count: declined })}</strong> {t('attack.before', { count: before })}{' '}
                <Time at={from} />
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

/** The declines of the burst. The end of the list is exclusive. */
function paymentsOf(merchant: string, from: string, to: string) {
  const end = new Date(Date.parse(to) + 1).toISOString();
  return { state: 'DECLINED', merchant: merchant.trimEnd(), from, to: end };
}
