import { writeCanonicalJson } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ErrorNotice } from '../../parts/page/error-notice.tsx';
import { saveFile } from '../../parts/table/save-file.ts';
import { useClient } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';

interface DownloadProofProps {
  readonly reference: string;
  readonly which: Readonly<Record<string, string | undefined>>;
}

/** Downloads the proof of a decision, in the form in which the verifier reads it. */
export function DownloadProof({ reference, which }: DownloadProofProps) {
  const { t } = useWords();
  const client = useClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => client.authorizations.proof(reference, which as never),
    onSuccess: (proof) =>
      saveFile(`proof-${reference}.json`, new Blob([writeCanonicalJson(proof as never)], { type: 'application/json' })),
  });
  return (
    <>
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        {t('decision.proof')}
      </Button>
      {error !== null && <ErrorNotice error={error} />}
    </>
  );
}
