#compdef fives
# zsh completion of fives: source <(fives completion zsh), after compinit; or a
# file _fives in a folder of $fpath.

_fives() {
    local line value files=0
    local -a plain plaintext open opentext
    for line in "${(@f)$(${(Q)words[1]} __complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
        value=${line%%$'\t'*}
        case $value in
        '') ;;
        :files) files=1 ;;
        *=) open+=("$value"); opentext+=("${line/$'\t'/  }") ;;
        *) plain+=("$value"); plaintext+=("${line/$'\t'/  }") ;;
        esac
    done
    (( $#plain )) && compadd -l -d plaintext -- "${plain[@]}"
    (( $#open )) && compadd -S '' -l -d opentext -- "${open[@]}"
    (( files )) && _files
    return 0
}

if [[ ${zsh_eval_context[-1]} == loadautofunc ]]; then
    _fives "$@"
else
    compdef _fives fives
fi
