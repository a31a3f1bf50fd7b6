import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DescribedOperation, Example } from '../text/contents.ts';
import { WORDS } from '../text/docs-words.ts';
import { useSettings } from '../text/use-settings.ts';
import { CodeBlock } from './code-block.tsx';
import classes from './example-panel.module.css';
import { bodyText } from './example-text.ts';
import { type ExampleResult, publishedCallerOf, sendExample } from './send-example.ts';

type State =
  | { is: 'ready' }
  | { is: 'sending' }
  | { is: 'failed'; why: string }
  | { is: 'answered'; sent: ExampleResult };

/** Sends the example to the sandbox that serves this page. The reader can edit the request first. */
export function TryIt({ operation, example }: { operation: DescribedOperation; example: Example }) {
  const settings = useSettings();
  const { request } = example;
  const published = request.body === undefined ? undefined : bodyText(request.body, settings.operatorPrefix);
  const [path, setPath] = useState(request.path);
  const [body, setBody] = useState(published);
  const [state, setState] = useState<State>({ is: 'ready' });
  const caller = publishedCallerOf(operation, example, settings);
  if (caller === undefined) return <p className={classes.about}>{WORDS.noSandbox}</p>;
  const send = async () => {
    setState({ is: 'sending' });
    const headers = request.headers ?? {};
    const sentRequest = { method: request.method, path, headers, body };
    try {
      const sent = await sendExample({
        operation,
        example,
        settings,
        request: sentRequest,
        server: window.location.origin,
      });
      setPath(sent.request.path);
      setBody(sent.request.body);
      setState({ is: 'answered', sent });
    } catch (error) {
      setState({ is: 'failed', why: error instanceof TypeError ? WORDS.unreachable : String(error) });
    }
  };
  return (
    <section aria-label={WORDS.tryIt} className={classes.choice}>
      <div className={classes.send}>
        <Button onClick={() => void send()} loading={state.is === 'sending'}>
          {WORDS.send}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            setPath(request.path);
            setBody(published);
            setState({ is: 'ready' });
          }}
        >
          {WORDS.reset}
        </Button>
      </div>
      <p className={classes.about}>{WORDS.tryItAbout}</p>
      <Editor path={path} setPath={setPath} body={body} setBody={setBody} />
      <div aria-live="polite" className={classes.choice}>
        {state.is === 'failed' && <p className={classes.outcome}>{state.why}</p>}
        {state.is === 'answered' && <Outcome sent={state.sent} />}
      </div>
    </section>
  );
}

interface Edited {
  readonly path: string;
  readonly setPath: (path: string) => void;
  readonly body: string | undefined;
  readonly setBody: (body: string) => void;
}

/** Edits the request. After sending, it shows the sent request. */
function Editor({ path, setPath, body, setBody }: Edited) {
  return (
    <details className={classes.editor}>
      <summary>{WORDS.change}</summary>
      <input
        className={classes.field}
        value={path}
        onChange={(event) => setPath(event.currentTarget.value)}
        aria-label={WORDS.path}
        spellCheck={false}
      />
      {body !== undefined && (
        <textarea
          className={classes.field}
          rows={Math.min(16, body.split('\n').length + 1)}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
          aria-label={WORDS.requestBody}
          spellCheck={false}
        />
      )}
    </details>
  );
}

function Outcome({ sent: { answer, caller } }: { sent: ExampleResult }) {
  const headers = answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <>
      <p className={classes.outcome} data-outcome={answer.status}>
        {`HTTP ${answer.status} · ${answer.ms} ms · ${WORDS.caller} ${caller}`}
      </p>
      <CodeBlock text={`${headers}\n\n${answer.body}`} label={WORDS.answerOfSandbox} language="json" />
    </>
  );
}
