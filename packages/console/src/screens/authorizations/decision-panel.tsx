import { Link } from '@tanstack/react-router';
import { DecisionFacts } from '../../parts/decision/decision-facts.tsx';
import { DecisionSentences } from '../../parts/decision/decision-sentences.tsx';
import { useDecision } from '../../parts/decision/use-decision.ts';
import { AllowPayment } from '../../parts/issuing/allow-payment.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { RuleList } from '../../parts/rule/rule-list.tsx';
import { WriteRuleLink } from '../../parts/rule/write-rule-link.tsx';
import classes from '../../parts/table/side-panel.module.css';
import { SidePanel } from '../../parts/table/side-panel.tsx';
import { Money } from '../../parts/value/money.tsx';
import { Status } from '../../parts/value/status.tsx';
import { useWords } from '../../words/language.ts';
import type { DecisionKey } from './decision-key.ts';

/** Shows the decision of the open row next to the list: its sentences, its values and the evaluated rules. */
export function DecisionPanel({ of: { reference, ...which }, close }: { of: DecisionKey; close: () => void }) {
  const { t } = useWords();
  const decision = useDecision(reference, which);
  return (
    <SidePanel title={t('decision.panel')} of={reference} close={close}>
      <QueryBoundary query={decision}>
        {(data) => (
          <>
            <p className={classes.outcome}>
              <Status of={data.state} />
              <Money amount={data.amount} currency={data.currency} />
              <bdi>{String(data.message.Card_Acceptor_Name_Location ?? '').trim()}</bdi>
            </p>
            {data.explanation !== undefined && <DecisionSentences explanation={data.explanation} />}
            <AllowPayment decision={data} />
            <p className={classes.links}>
              <Link to="/authorizations/$reference" params={{ reference }} search={which}>
                {t('decision.openPage')}
              </Link>
              {data.account_number !== null && (
                <Link to="/authorizations/$reference/what-if" params={{ reference }} search={which}>
                  {t('decision.whatIf')}
                </Link>
              )}
              <WriteRuleLink of={merchantOf(data.message)} />
            </p>
            <h3 className={classes.part}>{t('decision.facts')}</h3>
            <DecisionFacts decision={data} />
            <h3 className={classes.part}>{t('decision.rules')}</h3>
            <RuleList trace={data.trace} amount={data.amount} />
          </>
        )}
      </QueryBoundary>
    </SidePanel>
  );
}

function merchantOf({ Card_Acceptor_Identification_Code: id }: Readonly<Record<string, unknown>>) {
  const merchantId = typeof id === 'string' ? id.trimEnd() : '';
  return merchantId === '' ? {} : { merchantId };
}
