import type { Authorization } from '@cardwright/contract';
import { useWords } from '../../words/language.ts';
import { Facts } from '../page/facts.tsx';
import { describeRule } from '../rule/describe-rule.ts';
import { AccountLink } from '../table/account-table.tsx';
import { Identifier } from '../value/identifier.tsx';
import { Money } from '../value/money.tsx';
import { Time } from '../value/time.tsx';

/** The deciding rule in words. An approval and a rule of the bank have only a name. */
function Rule({ of: { state, rule } }: { of: Authorization }) {
  const { t, language } = useWords();
  return <bdi title={rule}>{state === 'DECLINED' ? describeRule(rule, language) : t('status.approved')}</bdi>;
}

export function DecisionFacts({ decision }: { decision: Authorization }) {
  const { t } = useWords();
  const { currency, card_identifier_id: exid, account_number: account, card_number: number } = decision;
  const facts = [
    { name: t('decision.amount'), value: <Money amount={decision.amount} currency={currency} /> },
    { name: t('decision.at'), value: <Time at={decision.decided_at} /> },
    {
      name: t('decision.card'),
      value: <Identifier id={number} {...(exid !== null && { leadsTo: { to: '/cards/$exid', params: { exid } } })} />,
    },
    ...(account === null ? [] : [{ name: t('decision.account'), value: <AccountLink number={account} /> }]),
    { name: t('decision.actionCode'), value: <bdi dir="ltr">{decision.action_code}</bdi> },
    { name: t('decision.rule'), value: <Rule of={decision} /> },
    ...(decision.approval_code === null
      ? []
      : [{ name: t('decision.approvalCode'), value: <Identifier id={decision.approval_code} /> }]),
    { name: t('decision.trace'), value: <bdi dir="ltr">{decision.system_trace_audit_number}</bdi> },
    { name: t('decision.acquirer'), value: <bdi dir="ltr">{decision.acquiring_institution_code}</bdi> },
    { name: t('decision.settlement'), value: <Time at={`${decision.settlement_date}T12:00:00Z`} day /> },
  ];
  return <Facts facts={facts} />;
}
