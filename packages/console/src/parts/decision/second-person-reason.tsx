import { RULE_REASON_LENGTH } from '@cardwright/contract';
import { TextInput } from '@mantine/core';
import { useWords } from '../../words/language.ts';

/** The mandatory reason of a form whose change needs a second person. */
export function SecondPersonReason({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const { t } = useWords();
  return (
    <TextInput
      label={t('confirm.reason')}
      description={t('approvals.effect')}
      value={value}
      maxLength={RULE_REASON_LENGTH}
      required
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
