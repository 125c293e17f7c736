const lettersMin = 12;

export function passwordError(password: string): string | null {
  return password.length < lettersMin ? `Enter at least ${lettersMin} characters.` : null;
}
