import type { Task } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../words/language.ts';
import { isAboutChange } from './task-words.ts';

/** Links to the page on which the task is done. Payment requests are decided in the panel next to the list. */
export function TaskLink({ task }: { task: Task }) {
  const { t } = useWords();
  const { kind, reference, payment } = task;
  const text = t('tasks.openPage');
  if (isAboutChange(kind)) {
    return (
      <Link to="/approvals" search={{ request: reference }}>
        {text}
      </Link>
    );
  }
  if (kind === 'RULE_APPROVAL') {
    return (
      <Link to="/rules/$ruleId" params={{ ruleId: reference }}>
        {text}
      </Link>
    );
  }
  if (kind === 'MERCHANT_REVIEW' || kind === 'MERCHANT_APPROVAL') {
    return (
      <Link to="/merchants/$applicationId" params={{ applicationId: reference }}>
        {text}
      </Link>
    );
  }
  if (kind === 'ENDPOINT_FAILING') {
    return (
      <Link to="/webhooks/$endpointId" params={{ endpointId: reference }}>
        {text}
      </Link>
    );
  }
  if (kind === 'EMBOSSING_OVERDUE') return <Link to="/overview">{text}</Link>;
  const rrn = payment?.retrieval_reference_number;
  if (rrn === null || rrn === undefined) return null;
  return (
    <Link to="/authorizations/$reference" params={{ reference: rrn }}>
      {t('tasks.openDecision')}
    </Link>
  );
}
