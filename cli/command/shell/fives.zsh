#compdef fives
# zsh completion of fives: source <(fives completion zsh); or a
# file _fives in a folder of $fpath.

_fives() {
    local line value files=0 program=${(Q)words[1]}
    [[ $program == '~/'* ]] && program=$HOME/${program#'~/'} # here it is as it was typed
    local -a plain plaintext open opentext
    for line in "${(@f)$($program __complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
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
elif (( $+functions[compdef] )); then
    compdef _fives fives
else
    # It stands before compinit in a file that the shell begins with, or there is none: this
    # waits for the first prompt.
    _fives_register() {
        add-zsh-hook -d precmd _fives_register
        (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
        compdef _fives fives
    }
    autoload -Uz add-zsh-hook
    add-zsh-hook precmd _fives_register
fi
