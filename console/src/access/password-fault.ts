const lettersMin = 12;

export function passwordFault(password: string): string | null {
  return password.length < lettersMin ? `A password has at least ${lettersMin} characters.` : null;
}
