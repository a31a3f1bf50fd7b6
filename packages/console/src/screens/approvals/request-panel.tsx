import {
  BREAK_GLASS_MINUTES,
  type ChangeKind,
  type ChangeRequest,
  type OnboardingRules,
  RULE_REASON_LENGTH,
} from '@cardwright/contract';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { ChangeContent } from '../../parts/condition/change-content.tsx';
import { type ConfirmAction, ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { withDefaultRules } from '../../parts/merchant/onboarding-rules.ts';
import { Facts } from '../../parts/page/facts.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { SubjectName } from '../../parts/value/subject-name.tsx';
import { subjectParts } from '../../parts/value/subjects.ts';
import { Time } from '../../parts/value/time.tsx';
import { useHasScope } from '../../session/session.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { useDecisions } from './approval-queries.ts';
import classes from './approvals.module.css';
import { brokenPromises, ChangeEffects } from './change-effects.tsx';
import { STATE_WORDS } from './state-words.ts';

const KIND_WORDS: Readonly<Record<ChangeKind, WordKey>> = {
  'rule.retire': 'approvals.ruleRetire',
  'list.change': 'approvals.listChange',
  'program.change': 'approvals.programChange',
  'limit.change': 'approvals.limitChange',
  'endpoint.change': 'approvals.endpointChange',
  'onboarding.change': 'approvals.onboardingChange',
  export: 'approvals.export',
};

/** One change request: what it changes, who asked for it and why, and what this person can do about it. */
export function RequestPanel({ request }: { request: ChangeRequest }) {
  const { t } = useWords();
  const { kinds, subject, reason, state, decided_by: by, decision_reason: decision } = request;
  const facts = [
    { name: t('approvals.state'), value: t(STATE_WORDS[state]) },
    { name: t('approvals.subject'), value: <SubjectName of={subject} /> },
    { name: t('approvals.by'), value: <bdi>{request.proposed_by_name ?? request.proposed_by}</bdi> },
    { name: t('approvals.at'), value: <Time at={request.proposed_at} /> },
    { name: t('confirm.reason'), value: <bdi>{reason}</bdi> },
    ...(state === 'PENDING' ? [{ name: t('approvals.until'), value: <Time at={request.expires_at} /> }] : []),
    ...(by === null ? [] : [{ name: t('approvals.decidedBy'), value: <bdi>{request.decided_by_name ?? by}</bdi> }]),
    ...(decision === null ? [] : [{ name: t('approvals.decision'), value: <bdi>{decision}</bdi> }]),
  ];
  return (
    <Panel title={kinds.map((kind) => t(KIND_WORDS[kind])).join(' · ')}>
      <div className={classes.request}>
        <Facts facts={facts} />
        {request.without_second_person && <strong>{t('approvals.breakGlass')}</strong>}
        <ChangeContent before={contentOf(request, 'before')} after={contentOf(request, 'after')} />
        {request.analysis !== null && <ChangeEffects analysis={request.analysis} />}
        {state === 'PENDING' && <Decisions request={request} />}
      </div>
    </Panel>
  );
}

/** The content with the defaults of absent rules for onboarding: to remove such a rule is to choose its default. */
function contentOf({ kinds, ...request }: ChangeRequest, side: 'before' | 'after') {
  const content = request[side];
  return content !== null && kinds.includes('onboarding.change')
    ? withDefaultRules(content as OnboardingRules)
    : content;
}

function Decisions({ request }: { request: ChangeRequest }) {
  const { t } = useWords();
  const mayApprove = useHasScope('changes:approve') && !request.is_own;
  const mayWithdraw = useHasScope('changes:write') && request.is_own;
  const mayBreak = useHasScope('changes:break-glass') && request.is_own;
  const { approve, reject, withdraw, breakGlass } = useDecisions();
  const [act, choose] = useState<ConfirmAction>();
  const { change_request_id: id, subject, analysis } = request;
  const broken = analysis === null ? [] : brokenPromises(analysis);
  const { word, name } = subjectParts(subject);
  const title = [word && t(word), name].filter(Boolean).join(' ');
  const action = (verb: WordKey, effect: string, carryOut: ConfirmAction['carryOut']): ConfirmAction => ({
    title: `${t(verb)}: ${title}`,
    effects: [effect],
    verb: t(verb),
    reasonLength: RULE_REASON_LENGTH,
    carryOut,
  });
  const approval: ConfirmAction = {
    ...action('approvals.approve', t('approvals.approveEffect'), (reason) =>
      approve(id, reason, broken.length > 0 ? analysis?.check_id : undefined),
    ),
    ...(broken.length === 0 && { mayLeaveReason: true }),
    effects: [
      t('approvals.approveEffect'),
      ...(broken.length > 0 ? [t('approvals.overrideEffect', { names: broken.join(', ') })] : []),
    ],
  };
  const rejection = action('approvals.reject', t('approvals.rejectEffect'), (reason) => reject(id, reason));
  const withdrawal: ConfirmAction = {
    ...action('approvals.withdraw', t('approvals.rejectEffect'), (reason) => withdraw(id, reason)),
    mayLeaveReason: true,
  };
  const emergency: ConfirmAction = {
    ...action('approvals.break', t('approvals.breakEffect', { count: BREAK_GLASS_MINUTES }), (reason) =>
      breakGlass(id, reason),
    ),
    cannotBeUndone: true,
  };
  return (
    <>
      {!mayApprove && <p className={classes.sentence}>{t('approvals.other')}</p>}
      <Group gap="xs">
        {mayApprove && <Button onClick={() => choose(approval)}>{t('approvals.approve')}</Button>}
        {mayApprove && (
          <Button variant="default" onClick={() => choose(rejection)}>
            {t('approvals.reject')}
          </Button>
        )}
        {mayWithdraw && (
          <Button variant="default" onClick={() => choose(withdrawal)}>
            {t('approvals.withdraw')}
          </Button>
        )}
        {mayBreak && (
          <Button variant="default" onClick={() => choose(emergency)}>
            {t('approvals.break')}
          </Button>
        )}
      </Group>
      <ConfirmDialog act={act} close={() => choose(undefined)} />
    </>
  );
}
