import type { PartnerHealth } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../parts/page/panel.tsx';
import { Money } from '../../parts/value/money.tsx';
import { Time } from '../../parts/value/time.tsx';
import { dayIn } from '../../parts/value/zoned-day.ts';
import { useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import classes from './partner.module.css';

/** Shows the stand-in decisions, and the late responses of the partner. */
export function StandInPanel({ of }: { of: PartnerHealth }) {
  const { t } = useWords();
  const zone = useTimeZone();
  const { stood_in: stoodIn, late_answers: late } = of;
  return (
    <Panel title={t('partner.standIn')}>
      <div className={classes.sentences}>
        {stoodIn.length === 0 && <p className={classes.sentence}>{t('partner.noStandIn')}</p>}
        {stoodIn.map(({ currency, accounts, amount }) => (
          <p key={currency} className={classes.sentence} data-stood-in={currency}>
            {t('partner.stoodIn', { count: accounts })} <Money amount={amount} currency={currency} />
          </p>
        ))}
        <p className={classes.sentence} data-late={late.approve + late.decline}>
          {late.approve + late.decline === 0
            ? t('partner.noLate')
            : t('partner.late', { approve: late.approve, decline: late.decline })}{' '}
          <span className={classes.dimmed}>
            {t('partner.since')} <Time at={late.since} />
          </span>
        </p>
        {late.approve + late.decline > 0 && (
          <p className={classes.sentence}>
            <Link
              to="/authorizations"
              search={{ late_partner_answer: 'ANY', from: dayIn(Date.parse(late.since), zone) }}
            >
              {t('partner.showLate')}
            </Link>
          </p>
        )}
        <p className={classes.sentence}>
          <Link to="/authorizations" search={{ rule: 'PARTNER_STAND_IN' }}>
            {t('partner.declinedByStandIn')}
          </Link>
          {' · '}
          <Link to="/authorizations" search={{ rule: 'PARTNER_DECLINED' }}>
            {t('partner.declinedByPartner')}
          </Link>
        </p>
      </div>
    </Panel>
  );
}
