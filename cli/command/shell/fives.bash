# bash completion of fives: source <(fives completion bash)

_fives() {
    local i word=() line value files='' glued='' offered=()
    # bash cuts words at "=" and ":", which belong to them here.
    for ((i = 1; i <= COMP_CWORD; i++)); do
        if [[ ${#word[@]} -gt 0 && ($glued || ${COMP_WORDS[i]} == [=:]*) ]]; then
            word[${#word[@]} - 1]+=${COMP_WORDS[i]}
            glued=''
            [[ ${COMP_WORDS[i]} == [=:]* ]] && glued=1
        else
            word+=("${COMP_WORDS[i]}")
        fi
    done
    local program=${COMP_WORDS[0]}
    program=${program/#'~/'/$HOME/} # here it is as it was typed
    program=${program/#'$HOME/'/$HOME/}
    local current=${word[${#word[@]} - 1]} cut=''
    [[ $current == *[=:]* ]] && cut=${current%"${current##*[=:]}"}
    while IFS= read -r line; do
        if [[ $line == :files ]]; then
            files=1
            continue
        fi
        value=${line%%$'\t'*}
        value=${value#"$cut"}
        offered+=("$(printf '%q' "$value")")
    done < <("$program" __complete -- "${word[@]}" 2>/dev/null)
    COMPREPLY=()
    [[ ${#offered[@]} -gt 0 ]] && COMPREPLY=("${offered[@]}")
    if [[ ${#offered[@]} -eq 1 && ${offered[0]} == *= ]] && type compopt &>/dev/null; then
        compopt -o nospace 2>/dev/null
    fi
    if [[ $files ]]; then
        type compopt &>/dev/null && compopt -o filenames 2>/dev/null
        while IFS= read -r line; do
            COMPREPLY+=("$line")
        done < <(compgen -f -- "${current#"$cut"}")
    fi
}
complete -F _fives fives
