import { type BankRule, type PromiseCheck, RULE_REASON_LENGTH } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ExampleFacts } from '../../parts/condition/example-facts.tsx';
import { ConfirmDialog } from '../../parts/decision/confirm-dialog.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { STATEMENT_WORDS, statementOf, VERDICT_WORDS } from '../../parts/rule/promise-words.ts';
import { useHasScope, useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { usePromiseCheck, useRuleChanges } from './rule-queries.ts';
import classes from './rules.module.css';

/** Shows which promises of the bank a proposed version keeps, and for each broken one a message that breaks it. */
export function PromisePanel({ rule, version }: { rule: BankRule; version: number }) {
  const check = usePromiseCheck(rule.rule_id);
  return (
    <QueryBoundary query={check}>
      {(found) => (found.version === version && found.state !== 'NONE' ? <Checked rule={rule} check={found} /> : null)}
    </QueryBoundary>
  );
}

function Checked({ rule, check }: { rule: BankRule; check: PromiseCheck }) {
  const { t } = useWords();
  const { promises, overridden_by: by, blocks_approval: blocks, state } = check;
  return (
    <Panel
      title={t('promises.title')}
      headerContent={
        <Link to="/promises" className={classes.aside}>
          {t('promises.list')}
        </Link>
      }
    >
      {state === 'PENDING' ? (
        <p className={classes.text}>{t('promiseCheck.PENDING')}</p>
      ) : (
        <ul className={classes.versions}>
          {promises.map((one) => (
            <li key={one.name} data-promise={one.state}>
              <strong>
                <bdi dir="ltr">{one.name}</bdi>: {t(VERDICT_WORDS[one.state])}
                {one.product !== undefined && ` (${t('analysis.atProduct', { product: one.product })})`}
              </strong>
              <span className={classes.dimmed}>{t(STATEMENT_WORDS[statementOf(one)])}</span>
              {one.example !== undefined && <ExampleFacts of={one.example} />}
            </li>
          ))}
        </ul>
      )}
      {by !== null && (
        <p className={classes.text}>
          {t('promiseCheck.by', { by })}{' '}
          <q>
            <bdi>{check.override_reason}</bdi>
          </q>
        </p>
      )}
      {blocks && state !== 'PENDING' && <Override rule={rule} check={check} />}
    </Panel>
  );
}

function Override({ rule, check }: { rule: BankRule; check: PromiseCheck }) {
  const { t } = useWords();
  const { subject } = useSession();
  const { override } = useRuleChanges();
  const [isOpen, open] = useState(false);
  const version = rule.versions.find((one) => one.version === check.version);
  const isOwn = version?.created_by === subject || version?.proposed_by === subject;
  const mayOverride = useHasScope('rules:approve') && !isOwn;
  const names = check.promises.filter(({ state }) => state !== 'KEPT').map(({ name }) => name);
  const act = {
    title: t('promiseCheck.overrideTitle', { name: rule.name, version: check.version }),
    effects: [t('promiseCheck.overrideEffect', { names: names.join(', ') }), t('promiseCheck.overrideEffect2')],
    verb: t('promiseCheck.override'),
    reasonLength: RULE_REASON_LENGTH,
    carryOut: (reason: string) => override(rule.rule_id, check, reason),
  };
  if (!mayOverride) return <p className={classes.why}>{t('promiseCheck.blocks')}</p>;
  return (
    <div className={classes.moves}>
      <Button variant="default" onClick={() => open(true)}>
        {t('promiseCheck.override')}
      </Button>
      <ConfirmDialog act={isOpen ? act : undefined} close={() => open(false)} />
    </div>
  );
}
