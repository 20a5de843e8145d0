import { describe, expect, test } from 'vitest';
import { filled } from '../../src/services/codes/by-sms.ts';

const values = { phone: '+306912345678', text: 'κωδικός "1"\\ & {phone}=2\r\n' };

describe('what is posted to a gateway of messages', () => {
  test('JSON: nothing breaks out of its place, and a place in a value is none', () => {
    const body = filled('{"to":"{phone}","message":{"body":"{text}"}}', values);
    expect(JSON.parse(body)).toEqual({ to: values.phone, message: { body: values.text } });
  });

  test('a form', () => {
    const body = filled('to={phone}&message={text}&from=WebSign', values);
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      to: values.phone,
      message: values.text,
      from: 'WebSign',
    });
  });
});
