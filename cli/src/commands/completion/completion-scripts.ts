/** The scripts call the command itself, so that they stay valid when it changes. */
export const completionScripts = {
  bash: `# Completion of weft for bash.
_weft() {
  local line="\${COMP_LINE:0:COMP_POINT}" current before candidate
  local -a words
  read -ra words <<<"$line"
  [[ "$line" == *[[:space:]] ]] && words+=("")
  current="\${words[\${#words[@]} - 1]}"
  # Bash splits words at : and =, so the part before them must not be repeated.
  before="\${current%"\${current##*[:=]}"}"
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate _; do
    COMPREPLY+=("\${candidate#"$before"}")
  done < <("\${words[0]}" __complete -- "\${words[@]:1}" 2>/dev/null)
}
complete -o default -F _weft weft
`,
  zsh: `#compdef weft
# Completion of weft for zsh.
_weft() {
  local line
  local -a candidates
  for line in "\${(@f)$(weft __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n "$line" ]] && candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( $#candidates )); then _describe weft candidates; else _files; fi
}
if [[ "$funcstack[1]" == _weft ]]; then _weft "$@"; else compdef _weft weft; fi
`,
  fish: `# Completion of weft for fish.
function __weft_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l candidates (weft __complete -- $words[2..-1] 2>/dev/null)
  if test (count $candidates) -gt 0
    printf '%s\\n' $candidates
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c weft -f -a '(__weft_complete)'
`,
} as const;

type Shell = keyof typeof completionScripts;

export function isShell(name: string): name is Shell {
  return Object.hasOwn(completionScripts, name);
}
