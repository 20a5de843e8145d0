import { api, type LoginAnswer, limits } from '@websign/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../common/api/call.ts';
import { noteContact } from '../../common/session/activity.ts';
import { openSession } from '../../common/session/store.ts';
import { useTypingNotes } from '../../common/typing.ts';
import { Button } from '../../common/ui/button.tsx';
import { ErrorSummary, type Problem, problemOf, useSummary } from '../../common/ui/error-summary.tsx';
import { TextField } from '../../common/ui/field.tsx';
import { PasswordField } from '../../common/ui/password.tsx';

/**
 * Two fields and one button. The first has the focus, described by what the page says above (`note`); after a failure
 * the focus goes to the summary of what is wrong.
 */
export function LoginForm({ note }: { note?: string | undefined }) {
  const { t } = useTranslation();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const summary = useSummary(problem);
  const notes = useTypingNotes();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const complete = username !== '' && password !== '';
    setProblem(null);
    setChecked(!complete);
    if (!complete) return summary.refuse();
    setBusy(true);
    try {
      const answer = await call<LoginAnswer>(api.login, { method: 'POST', body: { username, password } });
      noteContact();
      openSession(answer);
    } catch (error) {
      setPassword('');
      setProblem(problemOf(error));
    }
    setBusy(false);
  };
  const missing = (value: string, text: string) => (checked && value === '' ? text : undefined);
  const errors = {
    username: missing(username, t('login.usernameMissing')),
    password: missing(password, t('login.passwordMissing')),
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} {...notes.watch}>
      <ErrorSummary
        ref={summary.ref}
        title={t('login.summary')}
        until={problem?.until}
        fields={[
          { id: 'username', text: errors.username },
          { id: 'password', text: errors.password },
        ]}
      >
        {problem && t(`errors.${problem.code}`)}
      </ErrorSummary>
      <TextField
        ref={first}
        id="username"
        aria-describedby={note}
        name="username"
        label={t('login.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.usernameLength}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        error={errors.username}
        notes={notes.text(username)}
      />
      <PasswordField
        id="password"
        name="password"
        label={t('login.password')}
        autoComplete="current-password"
        maxLength={limits.passwordMaxLength}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={errors.password}
        notes={notes.password(password)}
      />
      <Button type="submit" look="primary" busy={busy}>
        {t(busy ? 'login.working' : 'login.submit')}
      </Button>
    </form>
  );
}
