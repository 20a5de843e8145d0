import { api, type LoginAnswer, limits } from '@websign/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../common/api/call.ts';
import { CallError, codeOf } from '../../common/api/error.ts';
import { noteContact } from '../../common/session/activity.ts';
import { openSession } from '../../common/session/store.ts';
import { Button } from '../../common/ui/button.tsx';
import { TextField } from '../../common/ui/field.tsx';
import { PasswordField } from '../../common/ui/password.tsx';
import { hasGreekLetters } from './hints.ts';
import { LoginErrors, type LoginProblem } from './LoginErrors.tsx';
import { useCapsLock } from './useCapsLock.ts';

function problemOf(error: unknown): LoginProblem {
  const code = codeOf(error);
  const told = error instanceof CallError ? error.retryAfter : undefined;
  const seconds = told ?? (code === 'account_locked' ? limits.lockMs / 1000 : undefined);
  return seconds === undefined ? { code } : { code, until: Date.now() + seconds * 1000 };
}

/** Two fields and one button; after a failure the focus goes to the summary of what is wrong. */
export function LoginForm() {
  const { t } = useTranslation();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<LoginProblem | null>(null);
  const [attempts, setAttempts] = useState(0);
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const summary = useRef<HTMLDivElement>(null);
  const caps = useCapsLock();

  useEffect(() => {
    if (attempts > 0) summary.current?.focus();
  }, [attempts]);

  const fail = (next: LoginProblem | null, complete: boolean) => {
    setProblem(next);
    setChecked(!complete);
    setAttempts((count) => count + 1);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (username === '' || password === '') return fail(null, false);
    setBusy(true);
    setProblem(null);
    setChecked(false);
    try {
      const answer = await call<LoginAnswer>(api.login, { method: 'POST', body: { username, password } });
      noteContact();
      openSession(answer);
    } catch (error) {
      setPassword('');
      fail(problemOf(error), true);
    }
    setBusy(false);
  };
  const missing = (value: string, text: string) => (checked && value === '' ? text : undefined);
  const greek = (value: string) => (hasGreekLetters(value) ? [t('login.greek')] : []);
  const errors = {
    username: missing(username, t('login.usernameMissing')),
    password: missing(password, t('login.passwordMissing')),
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} {...caps.watch}>
      <LoginErrors ref={summary} problem={problem} {...errors} />
      <TextField
        id="username"
        name="username"
        label={t('login.username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.usernameLength}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        error={errors.username}
        notes={greek(username)}
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
        notes={[...(caps.on ? [t('login.capsLock')] : []), ...greek(password)]}
      />
      <Button type="submit" look="primary" busy={busy}>
        {t(busy ? 'login.working' : 'login.submit')}
      </Button>
    </form>
  );
}
