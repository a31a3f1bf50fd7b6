import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { DecisionFacts } from '../../parts/decision/decision-facts.tsx';
import { DecisionSentences } from '../../parts/decision/decision-sentences.tsx';
import { useDecision } from '../../parts/decision/use-decision.ts';
import { AllowPayment } from '../../parts/issuing/allow-payment.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { RuleList } from '../../parts/rule/rule-list.tsx';
import { WriteRuleLink } from '../../parts/rule/write-rule-link.tsx';
import { Money } from '../../parts/value/money.tsx';
import { Status } from '../../parts/value/status.tsx';
import { XIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import type { DecisionKey } from './decision-key.ts';
import classes from './decision-panel.module.css';

/** Shows the decision of the open row next to the list: its sentences, its values and the evaluated rules. */
export function DecisionPanel({ of: { reference, ...which }, close }: { of: DecisionKey; close: () => void }) {
  const { t } = useWords();
  const decision = useDecision(reference, which);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <aside className={classes.panel} aria-label={t('decision.panel')} data-decision={reference}>
      <div className={classes.head}>
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          {t('decision.panel')}
        </h2>
        <ActionIcon variant="subtle" color="gray" aria-label={t('close')} onClick={close}>
          <XIcon size={16} aria-hidden />
        </ActionIcon>
      </div>
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
    </aside>
  );
}

function merchantOf({ Card_Acceptor_Identification_Code: id }: Readonly<Record<string, unknown>>) {
  const merchantId = typeof id === 'string' ? id.trimEnd() : '';
  return merchantId === '' ? {} : { merchantId };
}
